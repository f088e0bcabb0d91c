// ClickHouse's engine of today, in this process, behind as much of its HTTP interface as the store uses: a statement in the body, or in the
// parameter "query" with rows in RowBinary in the body. Usage: node server.mjs FOLDER. Prints its port. Ends with its input.
import { createServer } from "node:http";
import { unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Session } from "chdb";

const folder = process.argv[2];
const session = new Session(join(folder, "data"));
let last = Promise.resolve();
let files = 0;

async function answer(url, body) {
  const parameters = url.searchParams;
  if (parameters.get("database")) {
    await session.queryAsync(`USE \`${parameters.get("database")}\``);
  }
  const insert = parameters.get("query");
  if (!insert) {
    const [, statement, format] = /^(.*?)(?: FORMAT (\w+))?$/s.exec(body.toString("utf8"));
    return (await session.queryAsync(statement, { format: format ?? "CSV" })).bytes();
  }
  const file = join(folder, `rows${files++}`);
  writeFileSync(file, body);
  try {
    return (await session.queryAsync(insert.replace(" FORMAT ", ` FROM INFILE '${file}' FORMAT `))).bytes();
  } finally {
    unlinkSync(file);
  }
}

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    // One statement at a time: the database is the session's.
    last = last.then(async () => {
      try {
        const bytes = await answer(new URL(request.url, "http://localhost"), Buffer.concat(parts));
        response.writeHead(200).end(Buffer.from(bytes));
      } catch (failure) {
        response.writeHead(500).end(String(failure.message));
      }
    });
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
