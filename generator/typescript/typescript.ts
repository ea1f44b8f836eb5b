import { ts } from "ts-morph";

/** The TypeScript that ts-morph carries, in the place of the `typescript` package: the bundle loads one copy only. */
export default ts;
