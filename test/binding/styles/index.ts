import type { Style } from "../style.js";
import { bankAccounts } from "./bank-accounts.js";
import { cloudMachines } from "./cloud-machines.js";
import { databases } from "./databases.js";
import { doorLocks } from "./door-locks.js";
import { hostingServers } from "./hosting-servers.js";
import { printers } from "./printers.js";
import { searchIndexes } from "./search-indexes.js";
import { shipments } from "./shipments.js";
import { tickets } from "./tickets.js";

/** The contracts in `contracts`, each with what it makes of calls. */
export const styles: readonly Style[] = [
  bankAccounts,
  cloudMachines,
  databases,
  doorLocks,
  hostingServers,
  printers,
  searchIndexes,
  shipments,
  tickets,
];
