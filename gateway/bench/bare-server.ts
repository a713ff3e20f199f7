// The floor of a stream's memory: Node's own server, which answers each request with a stream that stays open, and does nothing else.

import { createServer } from 'node:http';

const server = createServer((_request, reply) => {
  reply.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  reply.write(': open\n\n');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
