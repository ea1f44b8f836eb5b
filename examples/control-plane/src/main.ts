import { ConfigError, readConfig } from "./config.js";
import { seedDemo } from "./demo/seed-demo.js";
import { createLog, describeError } from "./log.js";
import { startControlPlane } from "./start.js";

const log = createLog((line) => process.stderr.write(line));

/** Tells operators what restarts the process if it ends. */
const restart = "by a supervisor, such as systemd or a container's restart policy: see the README";

try {
  const config = readConfig(process.env);
  const controlPlane = await startControlPlane(config, log);
  log("info", "listening", { url: controlPlane.url, restart });
  if (config.demo) process.stdout.write(await seedDemo(controlPlane));

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log("info", "stopping", { signal });
    controlPlane.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log("error", "It did not stop cleanly", describeError(error));
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
} catch (error) {
  log("error", error instanceof ConfigError ? error.message : "It can't start", describeError(error));
  process.exit(error instanceof ConfigError ? 2 : 1);
}
