import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Whether the calling code runs inside a transaction, which holds a connection of the pool and locks. */
export function isInTransaction(): boolean {
  return current.getStore()?.isOpen === true;
}

/**
 * Says that the calling code is about to wait for somebody else's server, which may take any time. A transaction would hold its
 * connection and its locks meanwhile, and end in the middle of it: so none may be open.
 */
export function outsideTransaction(): void {
  if (isInTransaction()) throw new Error("A transaction is open: call other servers before or after it");
}

/** Runs work as the inside of a transaction: see `isInTransaction`. */
export async function asTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const state = { isOpen: true };
  try {
    return await current.run(state, work);
  } finally {
    state.isOpen = false;
  }
}
