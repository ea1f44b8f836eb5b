import { Socket } from "node:net";
import { afterEach } from "vitest";
import { isInTransaction } from "../../src/database/transactions.js";

// Watches over all tests: while a transaction is open, nothing may wait for a server that is not the platform's own. Those are
// PostgreSQL's and PgBouncer's, which the driver connects to.

const found: string[] = [];
const { connect } = Socket.prototype;

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const stack = new Error("connected").stack ?? "";
  if (isInTransaction() && !/[/\\]pg[/\\]lib[/\\]connection\.js/.test(stack)) found.push(stack);
  return Reflect.apply(connect, this, args) as Socket;
} as Socket["connect"];

afterEach(() => {
  const [stack] = found.splice(0);
  if (stack !== undefined) throw new Error(`Another server was called while a transaction was open\n${stack}`);
});
