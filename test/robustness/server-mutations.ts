/** A change of one file of `templates/runtime/server` that weakens the server. */
export interface ServerMutation {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Why a test from outside can't find it; absent: it is found. */
  readonly unfound?: string;
}

const prepared = "const runs = steps.flatMap(({ prepare }) => prepare(route, server) ?? []);";

const removed = (name: string, unfound?: string): ServerMutation => ({
  file: "contract.ts",
  from: prepared,
  to: prepared.replace("steps.", `steps.filter(({ name }) => name !== "${name}").`),
  ...(unfound !== undefined && { unfound }),
});

const swapped = (one: string, other: string, unfound?: string): ServerMutation => ({
  file: "contract.ts",
  from: prepared,
  to: `
    const at = (wanted: string) => steps.find(({ name }) => name === wanted)!;
    const others: Record<string, string> = { "${one}": "${other}", "${other}": "${one}" };
    ${prepared.replace("steps.", "steps.map((step) => at(others[step.name] ?? step.name)).")}`,
  ...(unfound !== undefined && { unfound }),
});

/** Every step removed, neighbours swapped, and conditions weakened, one at a time. */
export const serverMutations: readonly ServerMutation[] = [
  removed("authenticate"),
  removed("parameters"),
  removed("access"),
  removed("resource"),
  removed("action"),
  removed("scopes"),
  removed("body"),
  removed("availability"),
  removed("handler"),
  swapped("authenticate", "parameters", "the contract states no order of these refusals"),
  swapped("scopes", "body"),
  swapped("body", "availability"),
  swapped("scopes", "availability"),
  { file: "access.ts", from: "return principal ? undefined : rejection;", to: "return undefined;" },
  { file: "access.ts", from: '{ "www-authenticate": challenge }', to: "{}" },
  { file: "access.ts", from: "canAccess === true ? undefined", to: "canAccess !== undefined ? undefined" },
  { file: "access.ts", from: "? reject(404", to: "? reject(409" },
  { file: "access.ts", from: "ofAction.every(isGranted) && alternatives", to: "alternatives" },
  { file: "access.ts", from: "&& alternatives.some((needed) => needed.every(isGranted))", to: "" },
  {
    file: "access.ts",
    from: "ofAction.every(isGranted)",
    to: "ofAction.some(isGranted)",
    unfound: "every action of this contract has one scope",
  },
  {
    file: "access.ts",
    from: 'if (decision === "enabled") return undefined;',
    to: 'if (decision !== "hidden") return undefined;',
  },
  {
    file: "access.ts",
    from: "if (states && (status === undefined || !states.includes(status)))",
    to: "if (states && status === undefined)",
  },
  { file: "access.ts", from: 'enabled: decision === "enabled",', to: "enabled: true," },
  { file: "access.ts", from: "scopes: [...new Set([...ofEndpoint, ...scopes])]", to: "scopes: []" },
  { file: "access.ts", from: "{ ...entry, reason: decision.reason }", to: '{ ...entry, reason: "No." }' },
  { file: "access.ts", from: 'if (decision === "hidden") return [];', to: "", unfound: "the mock hides no action" },
  { file: "body.ts", from: 'if (rule.required) return invalidBody(call, "A body is required.");', to: "" },
  {
    file: "body.ts",
    from: "if (!content || !isReadable(headers, content))",
    to: "if (!content)",
  },
  { file: "body.ts", from: "content.find(({ mediaType }) => isInRange(type.essence, mediaType))", to: "content[0]" },
  {
    file: "body.ts",
    from: "if (hasSchema && guard && !guard(call.body))",
    to: "if (hasSchema && guard && !guard(call.body) && !call.action)",
  },
  {
    file: "body.ts",
    from: "if (hasSchema && guard && !guard(call.body))",
    to: "if (hasSchema && guard && !guard(call.body) && call.action)",
  },
  {
    file: "body.ts",
    from: "if (error instanceof JsonProblem) return",
    to: "if (error instanceof JsonProblem && call.action) return",
  },
  { file: "parameters.ts", from: "if (!fits) return rejectParameters(call);", to: "" },
  {
    file: "parameters.ts",
    from: 'if ("message" in read) {',
    to: 'if ("message" in read && read.rule === "never") {',
    unfound: "what can't be read doesn't fit either",
  },
  {
    file: "create-server.ts",
    from: "const headers = { allow: allowed.join",
    to: "const headers = { allow: allowed.slice(1).join",
  },
  { file: "create-server.ts", from: 'allowed.join(" or ")}.`, headers)', to: 'allowed.join(" or ")}.`)' },
  {
    file: "create-server.ts",
    from: 'if (call?.route.reveals) headers["cache-control"] = "no-store";',
    to: "",
    unfound: "the handler sends it too, as the contract declares the header",
  },
  { file: "create-server.ts", from: "if (contentType !== undefined) {", to: 'if (contentType === "never") {' },
];
