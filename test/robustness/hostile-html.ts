/** A tag as the printer of pages writes it. */
const tag = /<\/?([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:=(?:"[^"<>]*"|[A-Za-z0-9_.:#/-]+))?)*)>/g;
const attribute = / ([a-zA-Z-]+)(?:=(?:"([^"]*)"|([^ ]*)))?/g;
const foreign = new Set(["base", "embed", "form", "frame", "iframe", "object", "style", "template"]);

/**
 * Parts of a page that contract text must never cause: markup that no printer wrote, elements and attributes that run or
 * load something, links to anything but pages. Needs no browser, so it can look at every page of thousands of sites.
 */
export function findUnsafeHtml(page: string): string[] {
  const unsafe: string[] = [];
  const rest = page.replace("<!doctype html>", "").replace(tag, (_all, name: string, attributes: string) => {
    if (foreign.has(name)) unsafe.push(`<${name}>`);
    for (const [, key, quoted, bare] of attributes.matchAll(attribute)) {
      const value = (quoted ?? bare ?? "").replaceAll("&amp;", "&");
      if (/^on|^style$|^srcdoc$/i.test(key!)) unsafe.push(key!);
      if (key === "href" && /^[^/?#]*:/.test(value) && !/^(?:https?|mailto):/i.test(value)) unsafe.push(`href ${value}`);
      if (key === "src" && !/^(?:\.\.\/)*(?:docs\.js|search-index\.js|logo\.svg)$/.test(value)) unsafe.push(`src ${value}`);
    }
    return "";
  });
  const stray = /.{0,20}[<>].{0,20}/.exec(rest);
  if (stray) unsafe.push(`stray ${JSON.stringify(stray[0])}`);
  return unsafe;
}

/** Parts of a Markdown page's prose that contract text must never cause: tags, images, links that run something. */
export function findUnsafeMarkdown(page: string): string[] {
  const prose = page.replace(/^(`{3,}).*\n[^]*?\n\1$/gm, "").replace(/(`+)[^]*?\1/g, "");
  const found = /.{0,20}(?<!\\)(?:<|!\[|\]\(javascript:).{0,20}/.exec(prose.replaceAll("<br>", ""));
  return found ? [`markup ${JSON.stringify(found[0])}`] : [];
}
