// @ts-check

/**
 * Returns whether a version of Node is in a range of `engines` in package.json. Old versions of Node must be able to
 * run this file.
 * @param {string} version
 * @param {string} range `^22.14.0` or `>=24.0.0`
 */
export function isWithin(version, range) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = (range.match(/\d+/g) || []).map(Number);
  if (major === oldestMajor) return minor >= oldestMinor;
  return major > oldestMajor && !range.startsWith('^');
}
