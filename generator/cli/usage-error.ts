/** The command line or its surroundings are wrong: ends the process with exit code 2. */
export class UsageError extends Error {}
