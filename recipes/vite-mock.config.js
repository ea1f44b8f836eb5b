// A front end with Vite calls the mock below its own origin: npx openapi-actions mock, and npx vite --config vite-mock.config.js
const mock = process.env.MOCK_URL ?? "http://127.0.0.1:8080";

// The start of the paths of the API.
export default { server: { proxy: { "/v1": mock } } };
