import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Whether the calling code runs inside a transaction, which holds a connection of the pool and locks. */
export function isInTransaction(): boolean {
  return current.getStore()?.isOpen === true;
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
