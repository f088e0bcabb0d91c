import { describe, expect, test } from "vitest";
import {
  formatSort, matcher, parseSort, sortRows, toCsv, toText, type ColumnData,
} from "../src/app/tabledata";
import { scrollFor, visibleRange } from "../src/browser/grid";

interface Row {
  name: string;
  size: number | null;
}

const NAME: ColumnData<Row> = { id: "name", title: "Site", value: (row) => row.name };
const SIZE: ColumnData<Row> = { id: "size", title: "Live", value: (row) => row.size, text: (row) => `${row.size ?? "?"} B` };
const rows: Row[] = [
  { name: "b10", size: 5 },
  { name: "a", size: null },
  { name: "b9", size: 40 },
  { name: "c", size: 5 },
];
const names = (list: Row[]) => list.map((row) => row.name);

describe("sorting", () => {
  test("puts figures in order, and rows without one last in both directions", () => {
    expect(names(sortRows(rows, SIZE, true))).toEqual(["b9", "b10", "c", "a"]);
    expect(names(sortRows(rows, SIZE, false))).toEqual(["b10", "c", "b9", "a"]);
  });

  test("puts numbers in names in order", () => {
    expect(names(sortRows(rows, NAME, false))).toEqual(["a", "b9", "b10", "c"]);
  });

  test("leaves the given rows as they are", () => {
    sortRows(rows, NAME, true);
    expect(names(rows)).toEqual(["b10", "a", "b9", "c"]);
  });

  test("by an unknown column changes nothing", () => {
    expect(names(sortRows(rows, undefined, true))).toEqual(names(rows));
  });

  test("is in the address as one word", () => {
    const usual = { id: "size", descending: true };
    expect(parseSort(null, usual)).toBe(usual);
    expect(parseSort("-name", usual)).toEqual({ id: "name", descending: true });
    expect(formatSort(parseSort("name", usual))).toBe("name");
    expect(formatSort(usual)).toBe("-size");
  });
});

describe("search", () => {
  test.each([
    ["inflate", "java.util.zip.Inflater.inflate(Inflater.java:12)", true],
    ["INFLATE|deflate", "inflateInit2_", true],
    ["render(Thumb", "Shop.render(Thumbnails.java:61)", true],
    ["init()", "Shop.init()", true],
    ["^java", "org.java", false],
    ["", "anything", true],
    ["  ", "anything", true],
  ])("%s in %s: %s", (query, text, found) => {
    expect(matcher(query)(text)).toBe(found);
  });
});

describe("the rows to draw", () => {
  test("are those in sight and some more", () => {
    expect(visibleRange(1000, 500, 25, 10_000, 4)).toEqual({ from: 36, to: 64 });
  });

  test("never go beyond the rows", () => {
    expect(visibleRange(0, 500, 25, 3)).toEqual({ from: 0, to: 3 });
    expect(visibleRange(1e9, 500, 25, 100).to).toBe(100);
    expect(visibleRange(-50, 500, 25, 100).from).toBe(0);
    expect(visibleRange(0, 500, 25, 0)).toEqual({ from: 0, to: 0 });
  });

  test("are few, however many there are", () => {
    const { from, to } = visibleRange(12_345_678, 800, 26, 1_000_000);
    expect(to - from).toBeLessThan(80);
  });

  test("a row out of sight is scrolled to, one in sight is not", () => {
    expect(scrollFor(2, 100, 500, 25, 25)).toBe(50);
    expect(scrollFor(10, 100, 500, 25, 25)).toBe(100);
    expect(scrollFor(40, 0, 500, 25, 25)).toBe(550);
  });
});

describe("a copy", () => {
  test("of many rows fits on the stack", () => {
    const many = Array.from({ length: 300_000 }, (_, i) => ({ name: `n${i}`, size: i }));
    expect(toText([NAME], many)).toContain("n299999");
  });

  test("as text is aligned, figures to the right", () => {
    expect(toText([SIZE, NAME], rows.slice(0, 3))).toBe("Live  Site\n 5 B  b10\n ? B  a\n40 B  b9\n");
  });

  test("as CSV has plain figures, and quotes where they are needed", () => {
    const odd: Row[] = [{ name: 'a,"b"\nc', size: 12_345 }, { name: "d", size: null }];
    expect(toCsv([SIZE, NAME], odd)).toBe('Live,Site\r\n12345,"a,""b""\nc"\r\n,d\r\n');
  });

  test("as CSV has nothing that a spreadsheet would run", () => {
    const odd: Row[] = [{ name: '=HYPERLINK("x")', size: -1 }, { name: "+1", size: 1 }, { name: "@a", size: 2 }];
    expect(toCsv([NAME, SIZE], odd)).toBe('Site,Live\r\n"\'=HYPERLINK(""x"")",-1\r\n\'+1,1\r\n\'@a,2\r\n');
  });
});
