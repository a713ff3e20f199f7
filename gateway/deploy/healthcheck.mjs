// Exit code 0 where the gateway of this container answers. For HEALTHCHECK: an image of Node has no curl.

const port = process.env.GATEWAY_PORT?.trim() || '4320';
const reply = await fetch(`http://127.0.0.1:${port}/livez`, {
  signal: AbortSignal.timeout(4000),
}).catch((error) => ({ ok: false, status: error.message }));
if (!reply.ok) console.error(`The gateway is not well: ${reply.status}`);
process.exitCode = reply.ok ? 0 : 1;
