const texts = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 410: 'Gone' };

/** Gives a rendered page its status. Astro's own text beside every status is OK. */
export function answerWith(response: ResponseInit, status: keyof typeof texts): void {
  response.status = status;
  response.statusText = texts[status];
}
