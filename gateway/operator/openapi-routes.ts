// The interface as a document for programs, made of the schemas that validate the requests. Anybody may read it.

import type { Routes } from '../kernel/http/route-module.ts';

const INFO = {
  title: 'Bellhop gateway',
  version: '1',
  description:
    'Sessions and their events, sites and analytics under /v1; the operator’s calls under /admin. Error bodies and open points: gateway/README.md.',
};

export const openapi: Routes<unknown> = (app) => {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
  });
  let text: string | null = null;
  app.get('/openapi.json', (c) => {
    text ??= JSON.stringify(app.getOpenAPI31Document({ openapi: '3.1.0', info: INFO }));
    return c.body(text, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=300',
    });
  });
};
