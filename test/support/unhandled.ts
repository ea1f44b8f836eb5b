import { onTestFinished } from "vitest";

/** The rejections from now on that nobody handles, any of which would end a process. */
export function watchUnhandled(): unknown[] {
  const seen: unknown[] = [];
  const listener = (reason: unknown) => void seen.push(reason);
  process.on("unhandledRejection", listener);
  onTestFinished(() => void process.off("unhandledRejection", listener));
  return seen;
}
