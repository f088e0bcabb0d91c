// Shortens the names of Java and C++ functions for the boxes. The detail bar and copies have the whole name.

/** Such as Inflater.inflate, new Inflater, λ in Server.start, vector<…>::push_back. */
export function shortName(name: string): string {
  return isJava(name) ? shortJava(name) : shortNative(name);
}

// com.acme.Shop$Cart.<init>, java.lang.Thread.run: no space, no ::, at least one dot.
function isJava(name: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*([./][^\s:().@]+)+$/u.test(name) && !/\.so\b/.test(name);
}

function shortJava(name: string): string {
  const [, path, method] = /^(.*)[./](.+)$/.exec(name)!;
  // Packages begin in lower case. What follows $$ or a slash is made by the JVM or a framework: Foo$$Lambda/0x00007f.
  const whole = (/(?:^|[./])([\p{Lu}_$].*)/u.exec(path!) ?? /([^./]+)$/.exec(path!)!)[1]!;
  const type = whole.replace(/(\$\$|\/).*/, "").replace(/\$(\d+)/g, " #$1").replace(/\$/g, ".");
  const lambda = /^lambda\$(\w+?)\$\d+$/.exec(method!)?.[1];
  if (whole.includes("$$Lambda")) {
    return `λ in ${type}`;
  }
  if (lambda) {
    return /^(new|static)$/.test(lambda) ? `λ in ${lambda} ${type}` : `λ in ${type}.${lambda}`;
  }
  return method === "<init>" ? `new ${type}` : method === "<clinit>" ? `static ${type}` : `${type}.${method}`;
}

// Arguments, template arguments, qualifiers, the type that is returned and outer namespaces go.
function shortNative(name: string): string {
  if (name.startsWith("<")) {
    return name;
  }
  const operators: string[] = [];
  let out = name
    .replace(/\(anonymous namespace\)/g, "{anonymous}")
    .replace(/\[abi:[^\]]*\]/g, "")
    .replace(/\boperator ?(\(\)|<=>|<<=?|>>=?|->\*?|[<>]=?|(new|delete)\b(\[\])?)/g, (operator) => {
      operators.push(operator);
      return "\u0001";
    });
  for (let before = ""; before !== out; ) {
    before = out;
    out = out.replace(/\([^()<>]*\)|<[^()<>]*>/g, (inner) => (inner.startsWith("<") ? "\u0002" : ""));
  }
  out = out.replace(/\s+(const|volatile|noexcept|&+)(?=\s|$)/g, "").trim();
  if (/[<>()]/.test(out) || out === "") {
    return name;
  }
  if (name.includes("(")) {
    out = out.slice(out.lastIndexOf(" ") + 1);
  }
  const parts = out.split("::");
  return (parts.length > 3 ? `…${parts.slice(-2).join("::")}` : out)
    .replace(/\u0002+/g, "<…>")
    .replace(/\u0001/g, () => operators.shift()!);
}
