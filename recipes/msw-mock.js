// Tests with MSW in Node: requests to the API are answered by its contract. Others pass, as MSW is told by onUnhandledRequest.
import { createMock } from "openapi-actions/mock";
import { http } from "msw";
import { setupServer } from "msw/node";

export const mock = await createMock("spec/openapi.yaml", { tempo: 0 });

/** The handler alone, for a server with more of them. */
export const handler = http.all(`${process.env.API_URL ?? "http://127.0.0.1:8080"}/*`, ({ request }) => mock.fetch(request));

/** beforeAll(() => server.listen()), afterEach(() => mock.reset()), afterAll(() => server.close()) */
export const server = setupServer(handler);
