/** @typedef {(event?: object) => void} Handler */

/** Who listens to an element. A failing listener does not keep the others from hearing. */
export function createEmitter() {
  /** @type {Map<string, Set<Handler>>} */
  const handlers = new Map();
  /** @param {string} event @param {Handler} handler */
  const on = (event, handler) => {
    const listening = handlers.get(event) ?? new Set();
    handlers.set(event, listening.add(handler));
  };
  /** @param {string} event @param {Handler} [handler] */
  const off = (event, handler) => {
    if (handler) handlers.get(event)?.delete(handler);
    else handlers.delete(event);
  };
  return {
    on,
    off,
    /** @param {string} event @param {Handler} handler */
    once(event, handler) {
      /** @type {Handler} */
      const wrapped = (detail) => {
        off(event, wrapped);
        handler(detail);
      };
      on(event, wrapped);
    },
    /** @param {string} event @param {object} [detail] */
    emit(event, detail) {
      for (const handler of [...(handlers.get(event) ?? [])]) {
        try {
          handler(detail);
        } catch (error) {
          reportError(error);
        }
      }
    },
    clear: () => handlers.clear(),
  };
}
