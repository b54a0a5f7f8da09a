import { atom } from 'nanostores';

export type UrlParameters = Readonly<Record<string, string>>;

export type AddressBar = ReturnType<typeof browserAddressBar>;

/** Creates the store of the address's parameters. `update` replaces the history entry by default. */
export function createUrlState(bar: AddressBar) {
  const $parameters = atom<UrlParameters>(parse(bar.read()));
  bar.onChange(() => $parameters.set(parse(bar.read())));

  return {
    $parameters,
    /** Removes undefined and empty parameters from the address. */
    update(changes: Record<string, string | undefined>, how: 'replace' | 'push' = 'replace') {
      const merged: Record<string, string> = {};
      for (const [name, value] of Object.entries({ ...$parameters.get(), ...changes })) {
        if (value) merged[name] = value;
      }
      const search = new URLSearchParams(merged).toString();
      if (search === new URLSearchParams($parameters.get()).toString()) return;
      bar[how](search ? `?${search}` : '');
      $parameters.set(merged);
    },
    back: bar.back,
  };
}

/** Reads and writes the address's query. `onChange` reports Back and Forward, not its own writes. */
export function browserAddressBar(
  read = () => location.search,
  addressOf = (search: string) => `${location.pathname}${search}${location.hash}`,
) {
  return {
    read,
    replace: (search: string) => history.replaceState(null, '', addressOf(search)),
    push: (search: string) => history.pushState(null, '', addressOf(search)),
    back: () => history.back(),
    onChange: (listener: () => void) => addEventListener('popstate', listener),
  };
}

function parse(search: string): UrlParameters {
  const parameters = Object.fromEntries(new URLSearchParams(search));
  // Mail programs may include the period or bracket after a link.
  for (const name of ['order', 'reading']) {
    const id = parameters[name];
    if (id) parameters[name] = id.replace(/[^\w-].*$/s, '');
  }
  return parameters;
}
