// `node tools/ready.mjs` ends with 0 where the node beside it is ready: a container's health check.
const { PORT = '3000' } = process.env;
const isReady = await fetch(`http://127.0.0.1:${PORT}/api/ready`).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isReady ? 0 : 1;
