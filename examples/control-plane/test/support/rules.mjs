import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const languages = ["_template", "de", "es", "fr", "el", "ja", "ko", "ru", "pl", "sv", "zh_CN", "he"];

export const rules = languages.flatMap((name) => {
  const locale = require(`axe-core/locales/${name}.json`);
  const lang = name === "_template" ? "en" : name;
  return Object.entries(locale.rules).map(([rule, { help, description }]) => ({
    id: `${lang}/${rule}`,
    rule,
    lang,
    help,
    description,
  }));
});
