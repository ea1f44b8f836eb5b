import type { Block } from "../content/block.js";
import { code, commaList, pageLink, type Inline } from "../content/inline.js";
import type { Site } from "../site.js";

/** The version of the contract, the one in its paths, and what is deprecated. */
export function versionBlocks({ contract, paths }: Site): Block[] {
  const { version, operations, serviceTypes } = contract;
  const [first, ...others] = operations.map(({ path }) => /^\/(v[0-9]+)(?:\/|$)/.exec(path)?.[1]);
  const prefix = first !== undefined && others.every((other) => other === first) ? first : undefined;
  const deprecated = [
    ...operations.filter((operation) => operation.deprecated).map(({ id }) => pageLink(code(id), paths.operation(id))),
    ...serviceTypes.flatMap(({ name, actions }) => {
      return actions
        .filter((action) => action.deprecated)
        .map((action) => pageLink(code(action.name), paths.action(name, action.name)));
    }),
  ];
  const sentence: Inline[] = [
    ...(version === "" ? [] : ["This is version ", code(version), " of the contract."]),
    ...(prefix === undefined ? [] : [" All paths begin with ", code(`/${prefix}`), "."]),
  ];
  if (sentence.length === 0 && deprecated.length === 0) return [];
  return [
    { kind: "heading", level: 2, content: ["Versions"], id: "versions" },
    ...(sentence.length === 0 ? [] : [{ kind: "paragraph", content: sentence } as const]),
    ...(deprecated.length === 0
      ? []
      : [{ kind: "paragraph", content: ["Deprecated: ", ...commaList(deprecated), "."] } as const]),
  ];
}
