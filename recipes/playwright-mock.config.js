// Playwright starts the mock and the front end. Before each test: await request.post(`${mock}/__mock/reset`)
const port = process.env.MOCK_PORT ?? "8080";
export const mock = `http://127.0.0.1:${port}`;

export default {
  use: { baseURL: "http://127.0.0.1:5173" },
  webServer: [
    { command: `npx --no -- openapi-actions mock --port ${port}`, url: `${mock}/__mock/state`, reuseExistingServer: true },
    { command: "npx vite --host 127.0.0.1", url: "http://127.0.0.1:5173", env: { MOCK_URL: mock }, reuseExistingServer: true },
  ],
};
