const texts = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 410: 'Gone' };

/** Sets the status of a page. Astro's own status text is always OK. */
export function setResponseStatus(response: ResponseInit, status: keyof typeof texts): void {
  response.status = status;
  response.statusText = texts[status];
}
