import { setTimeout as sleep } from "node:timers/promises";
import { rules } from "../test/support/rules.mjs";

const size = 20_000;

/** The rules again and again, each time with the description of another rule of its language. */
const documents = Array.from({ length: size }, (_, index) => {
  const own = rules[index % rules.length];
  const round = Math.floor(index / rules.length);
  const other = rules[(index + round * 17) % rules.length];
  const description = (other.lang === own.lang ? other : own).description;
  return { ...own, id: index, description, year: 2000 + round };
});

/** Calls of a search service: actions, and what applications send to its endpoint. */
export async function benchSearch(plane, print) {
  const id = await plane.demo("search");
  const { endpoint, admin_key } = JSON.parse(await plane.reveal(id));
  const send = (status, method, path, body) => plane.json(status, { method, url: `${endpoint}${path}`, key: admin_key, body });
  const ended = async ({ task_id }) => {
    for (;;) {
      const task = await send(200, "GET", `/tasks/${task_id}`);
      if (task.status === "failed") throw new Error(`A task failed: ${JSON.stringify(task.error)}`);
      if (task.finished_at !== null) return;
      await sleep(5);
    }
  };
  const add = (index, start) => send(202, "POST", `/indexes/${index}/documents`, documents.slice(start, start + 1000));
  for (const index of ["rules", "again"]) {
    await ended(
      await send(202, "PATCH", `/indexes/${index}/settings`, {
        searchable_attributes: ["rule", "help", "description"],
        filterable_attributes: ["lang", "year"],
        sortable_attributes: ["year"],
      }),
    );
  }

  const before = await plane.cpu();
  const started = performance.now();
  let last;
  for (let start = 0; start < size; start += 1000) last = await add("rules", start);
  await ended(last);
  const seconds = (performance.now() - started) / 1000;
  const after = await plane.cpu();
  const used = ["own", "servers"].map((key) => ((after[key] - before[key]) / 1000).toFixed(1));
  print(`${size} documents loaded in ${seconds.toFixed(1)} s; CPU ${used[0]} s of the control plane, ${used[1]} s of PostgreSQL`);
  await takeSnapshot(plane, id, print);

  const search = (query) => () => send(200, "POST", "/indexes/rules/search", query);
  const everything = { q: "contrast", filter: "lang = en AND year > 2005", facets: ["lang", "year"] };
  return [
    { name: "action list_indexes", inFlight: 8, run: () => plane.invoke(id, "list_indexes") },
    {
      name: "action rotate_credentials",
      inFlight: 8,
      run: () => plane.invoke(id, "rotate_credentials", { keys: "search", grace_period_seconds: 0 }),
    },
    { name: "action get_task, 404", inFlight: 8, run: () => plane.invoke(id, "get_task", { task_id: 1_000_000_000 }, 404) },
    { name: "index 1,000 documents", inFlight: 1, run: async () => ended(await add("again", 0)) },
    { name: "query, exact", inFlight: 1, run: search({ q: "scrollable region keyboard" }) },
    { name: "query, typo", inFlight: 1, run: search({ q: "scrolable regoin keybaord" }) },
    { name: "query, prefix", inFlight: 1, run: search({ q: "scrol" }) },
    { name: "query, filter and facets", inFlight: 1, run: search(everything) },
    { name: "query, exact", inFlight: 8, run: search({ q: "scrollable region keyboard" }) },
  ];
}

async function takeSnapshot(plane, id, print) {
  const started = performance.now();
  await plane.invoke(id, "create_snapshot", {}, 202);
  for (;;) {
    const { snapshots } = await plane.invoke(id, "list_snapshots");
    if (snapshots[0]?.status === "completed") break;
    await sleep(5);
  }
  print(`a snapshot of them in ${Math.round(performance.now() - started)} ms`);
}
