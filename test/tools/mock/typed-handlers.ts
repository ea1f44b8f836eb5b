// Compiled with all tests: the types of handlers are those of the generated server.
import type { Handlers } from "../../../generated/server/index.js";
import { createMock, type MockHandlers } from "../../../generator/tools/mock/index.js";

export default {
  operations: {
    getProject: async ({ path }, { mocked, state }) => {
      const project: string = path.project_id;
      const response = await mocked();
      const name: string = response.body.name;
      return { ...response, body: { ...response.body, name: `${name} ${project} ${Object.keys(state.read().singles).length}` } };
    },
    // @ts-expect-error: a number is no name
    listServices: async (_, { mocked }) => {
      const response = await mocked();
      return { ...response, body: { services: 7 } };
    },
  },
  actions: {
    postgres: {
      add_ip: ({ body, fail }) => {
        const description: string | undefined = body.description;
        throw fail(description === "full" ? "allowlist_full" : "entry_exists");
      },
      remove_ip: ({ fail }) => {
        // @ts-expect-error: the contract declares no such error
        throw fail("no_such_error");
      },
      list_ip_allowlist: async (_, { mocked }) => {
        const { status, result } = await mocked();
        return { status, result: { ...result, entries: [] } };
      },
    },
  },
} satisfies MockHandlers<Handlers>;

await createMock<Handlers>("spec/openapi.yaml", {
  handlers: {
    actions: {
      auth: {
        list_users: async (_, { mocked }) => mocked(),
        // @ts-expect-error: there is no such status
        service_health: async (_, { mocked }) => ({ ...(await mocked()), status: "no such status" }),
      },
    },
  },
});

// @ts-expect-error: the contract has no such type
await createMock<Handlers>("spec/openapi.yaml", { handlers: { actions: { cellar: {} } } });

await createMock("spec/openapi.yaml", { handlers: { operations: { anything: (call, { mocked }) => [call["body"], mocked()] } } });
