import { expect, test } from "vitest";
import { shortName } from "../src/data/names";

test.each([
  ["java.util.zip.Inflater.inflate", "Inflater.inflate"],
  ["java.util.zip.Inflater.<init>", "new Inflater"],
  ["main.App.<clinit>", "static App"],
  ["com.acme.Shop$Cart.add", "Shop.Cart.add"],
  ["com.acme.Shop$1.run", "Shop #1.run"],
  ["com.acme.Server.lambda$start$0", "λ in Server.start"],
  ["com.acme.Server.lambda$new$3", "λ in new Server"],
  ["com.acme.Server$$Lambda/0x00007f3c.apply", "λ in Server"],
  ["com.acme.Server$$Lambda$14.0x00007f.run", "λ in Server"],
  ["lower.case.names", "case.names"],
  ["inflate_window", "inflate_window"],
  ["libvendor.so+0x1234", "libvendor.so+0x1234"],
  ["[unknown]", "[unknown]"],
  ["os::malloc(unsigned long, MEMFLAGS)", "os::malloc"],
  ["void std::vector<std::pair<int, long>>::_M_realloc_insert<int const&>(int const&)", "std::vector<…>::_M_realloc_insert<…>"],
  ["std::function<void (int)>::operator()(int) const", "std::function<…>::operator()"],
  ["operator new(unsigned long)", "operator new"],
  ["a::b::operator<<(x&, y<z>)", "a::b::operator<<"],
  ["bool a::operator-><int>(x) const", "a::operator-><…>"],
  ["(anonymous namespace)::parse(int)", "{anonymous}::parse"],
  ["llvm::orc::foo::Baz::run()", "…Baz::run"],
  ["<vec::Vec<T> as core::Clone>::clone", "<vec::Vec<T> as core::Clone>::clone"],
  ["unbalanced<(x", "unbalanced<(x"],
  ["", ""],
])("%s is shown as %s", (name, short) => {
  expect(shortName(name)).toBe(short);
});

test("a name of 300 characters becomes short", () => {
  const name = `std::_Rb_tree<${"std::pair<std::string const, int>, ".repeat(8)}std::less<int>>::_M_emplace(int)`;
  expect(name.length).toBeGreaterThan(300);
  expect(shortName(name)).toBe("std::_Rb_tree<…>::_M_emplace");
});
