import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<{ tenant?: string }>();

/** Runs the work of one request, whose tenant may be known later. */
export function forRequest<Result>(work: () => Result): Result {
  return current.run({}, work);
}

/** Notes whose request this is: from now on its connections count as those of this tenant. */
export function noteTenant(tenant: string): void {
  const request = current.getStore();
  if (request) request.tenant = tenant;
}

/** The tenant whose request the calling code handles; `undefined`: it is not known yet, or the work is the platform's own. */
export function currentTenant(): string | undefined {
  return current.getStore()?.tenant;
}
