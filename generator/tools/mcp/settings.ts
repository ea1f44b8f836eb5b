/** The parts of a contract that tools are made of. */
export const toolKinds = ["all", "actions", "operations"] as const;

export type ToolKinds = (typeof toolKinds)[number];

/** What happens to destructive calls: a person is asked, they are rejected, or they are made as others. */
export const destructiveModes = ["prompt", "refuse", "allow"] as const;

export type DestructiveMode = (typeof destructiveModes)[number];

/** The default of the most tokens that the tools of a server may need. */
export const defaultBudget = 20_000;

/** The default of the longest response of the API, in bytes. */
export const defaultMaxResponse = 1_048_576;
