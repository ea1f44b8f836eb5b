import { quote } from "../../diagnostics/escape.js";
import type { Location } from "../../diagnostics/diagnostic.js";
import type { Report } from "../../diagnostics/report.js";
import { report } from "../diagnostics.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject } from "../../document/json-value.js";
import { catalog } from "../catalog.js";
import { isAdjustableCode } from "./adjustable.js";
import { misfit } from "./check-value.js";
import { configField, namePattern, type Field } from "./fields.js";

/** Where a part of a config stands: what a holder has under a key, or the key itself. In code: the file. */
export type Locate = (holder: object, key: string, side: "key" | "value") => Location;

/** Reports every key of a config that is no setting, and every value of another kind than its setting wants. */
export function checkConfig(config: unknown, locate: Locate, problems: Report): void {
  createChecker(locate, problems)({ holder: { config }, name: "config", path: "" }, configField);
}

/** A value by what holds it; `path` says where it is in words, such as `contracts.api.out`. */
interface Site {
  readonly holder: object;
  readonly name: string;
  readonly path: string;
}

function createChecker(locate: Locate, problems: Report): (site: Site, field: Field) => void {
  const refuse = ({ holder, name, path }: Site, problem: string, hint?: string) =>
    report(problems, "config-value", { key: path || "the config", problem }, locate(holder, name, "value"), { hint });

  const check = (site: Site, field: Field): void => {
    const value = (site.holder as Record<string, unknown>)[site.name];
    switch (field.is) {
      case "code":
        if (typeof value === "string") return checkCode(value, site, "value");
        return refuse(site, "must be the code of a problem");
      case "one or more":
        return Array.isArray(value) ? checkList(value, site, field.items) : check(site, field.items);
      case "list":
        return Array.isArray(value) ? checkList(value, site, field.items) : refuse(site, "must be a list");
      case "map":
        return isObject(value) ? checkMap(value, site, field) : refuse(site, "must be a map");
      case "object":
        return isObject(value) ? checkFields(value, site, field) : refuse(site, "must be a map");
      default: {
        const problem = misfit(value, field);
        const near = typeof value === "string" && field.is === "choice" ? suggest(value, field.of) : undefined;
        if (problem !== undefined) refuse(site, problem, didYouMean(near));
      }
    }
  };

  const checkList = (list: readonly unknown[], { path }: Site, items: Field) => {
    for (const index of list.keys()) check({ holder: list, name: String(index), path: `${path}[${index}]` }, items);
  };

  const checkMap = (map: object, { path }: Site, field: Extract<Field, { is: "map" }>) => {
    for (const name of Object.keys(map)) {
      const site = { holder: map, name, path: `${path}.${name}` };
      if (field.keys === "code") checkCode(name, site, "key");
      else if (!namePattern.test(name)) refuse(site, "has a name that is not letters, digits, _ and -");
      check(site, field.values);
    }
  };

  const checkFields = (object: object, site: Site, { fields, required = [] }: Extract<Field, { is: "object" }>) => {
    for (const [name, value] of Object.entries(object)) {
      const inner = { holder: object, name, path: site.path === "" ? name : `${site.path}.${name}` };
      if (!Object.hasOwn(fields, name)) {
        const hint = didYouMean(suggest(name, Object.keys(fields))) ?? `Settings are ${Object.keys(fields).join(", ")}.`;
        report(problems, "config-key", { key: inner.path }, locate(object, name, "key"), { hint });
      } else if (value !== undefined) check(inner, fields[name]!);
    }
    for (const name of required) if (!Object.hasOwn(object, name)) refuse(site, `needs ${quote(name)}`);
  };

  const checkCode = (code: string, { holder, name, path }: Site, side: "key" | "value") => {
    const location = locate(holder, name, side);
    // Codes with a slash are Redocly's or those of the project's own rules.
    if (code.includes("/")) return;
    if (catalog.has(code)) {
      if (!isAdjustableCode(code)) report(problems, "severity-fixed", { code }, location);
      return;
    }
    const hint = didYouMean(suggest(code, catalog.keys())) ?? "openapi-actions explain lists all codes.";
    report(problems, "config-value", { key: path, problem: `names ${quote(code)}, which no problem has as its code` }, location, {
      hint,
    });
  };

  return check;
}

function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean ${quote(name)}?`;
}
