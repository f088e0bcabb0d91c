// Shortens the names of Java and C++ functions for the boxes. The detail bar and copies have the whole name.

/** Such as Inflater.inflate, new Inflater, λ in Server.start, vector<…>::push_back. */
export function shortName(name: string): string {
  return isJava(name) ? shortJava(name) : shortNative(name);
}

// com.acme.Shop$Cart.<init>, java.lang.Thread.run: no space, no ::, at least one dot outside of brackets.
function isJava(name: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*([./][^\s:().@]+)+$/u.test(name) && !/\.so\b/.test(name);
}

function shortJava(name: string): string {
  const parts = name.split(/[./](?![^<]*>$)/);
  const method = parts.pop()!;
  // Hidden classes: Foo$$Lambda/0x00007f or Foo$$Lambda$14.
  let type = parts.join(".").replace(/\$\$(Lambda|SpringCGLIB|EnhancerBy\w+|FastClassBy\w+|Proxy)\b.*$/, "$$$$$1");
  type = type.split(".").find((part) => /^(\p{Lu}|[_$])/u.test(part)) === undefined ? (parts.at(-1) ?? "") : afterPackage(type);
  if (type.endsWith("$$Lambda")) {
    return `λ in ${type.slice(0, -8)}`;
  }
  type = type.replace(/\$\$[\w]+$/, "").replace(/\$(\d+)/g, " #$1").replace(/\$/g, ".");
  if (method === "<init>") {
    return `new ${type}`;
  }
  if (method === "<clinit>") {
    return `static ${type}`;
  }
  const lambda = /^lambda\$(\w+?)\$\d+$/.exec(method);
  if (lambda) {
    return lambda[1] === "new" || lambda[1] === "static" ? `λ in ${lambda[1]} ${type}` : `λ in ${type}.${lambda[1]}`;
  }
  return `${type}.${method}`;
}

// Shop$Cart of com.acme.Shop$Cart: packages begin in lower case.
function afterPackage(type: string): string {
  const parts = type.split(".");
  const first = parts.findIndex((part) => /^(\p{Lu}|[_$])/u.test(part));
  return parts.slice(first).join(".");
}

function shortNative(name: string): string {
  if (name.startsWith("<")) {
    return name;
  }
  // Arguments, template arguments, qualifiers and ABI tags go; operators stay.
  let out = "";
  let depth = 0;
  const text = name.replace(/\(anonymous namespace\)/g, "{anonymous}").replace(/\[abi:[^\]]*\]/g, "");
  for (let i = 0; i < text.length; i++) {
    const operator = /^operator\s*(\(\)|<=>|<<=?|>>=?|->\*?|<=?|>=?)/.exec(text.slice(i, i + 16));
    if (operator && depth === 0 && !/\w/.test(text[i - 1] ?? "")) {
      out += operator[0];
      i += operator[0].length - 1;
      continue;
    }
    const c = text[i]!;
    if (c === "<") {
      if (depth++ === 0) {
        out += "<…>";
      }
    } else if (c === "(") {
      depth++;
    } else if (c === ">" && text[i - 1] === "-") {
      continue;
    } else if ((c === ">" || c === ")") && depth > 0) {
      depth--;
    } else if (depth === 0) {
      out += c;
    }
  }
  if (depth > 0 || out.trim() === "") {
    return name;
  }
  out = out.replace(/\s+(const|volatile|noexcept|&{1,2})(?=\s|$)/g, "").replace(/<…>(?=<…>)/g, "").trim();
  // "void std::vector<…>::push_back": what stands before the name is its type.
  if (name.includes("(") && !/operator/.test(out)) {
    out = out.slice(out.lastIndexOf(" ") + 1);
  }
  const parts = out.split("::");
  return parts.length > 3 ? `…${parts.slice(-2).join("::")}` : out;
}
