const texts = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 410: 'Gone' };

/** Sets a page's status and its text, which Astro leaves at `OK`. */
export function setResponseStatus(response: ResponseInit, status: keyof typeof texts): void {
  response.status = status;
  response.statusText = texts[status];
}
