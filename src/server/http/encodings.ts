/**
 * @param header the Accept-Encoding of a request
 * @returns whether its caller accepts a coding; `q=0` refuses it (RFC 9110, 12.5.3)
 */
export function acceptsEncoding(header: string, encoding: 'br' | 'gzip'): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
