import { createTestApp } from '../../kit/test-app.ts';

const unsafeMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** @returns every route of the app, as `PUT /api/readings/:id` */
export function apiRoutes(): string[] {
  const routes = createTestApp().app.routes.filter(({ method }) => method !== 'ALL');
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort();
}

export function unsafeRoutes(): string[] {
  return apiRoutes().filter((route) => unsafeMethods.some((method) => route.startsWith(`${method} `)));
}
