import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { limits } from '../../../shared/limits.ts';
import { counted } from '../../../shared/plural.ts';
import { classNames } from '../class-names.ts';
import { firstFocus } from '../dialogs/use-return-focus.ts';

interface ComboboxProps<Item> {
  /** What the field is called. */
  label: string;
  placeholder: string;
  hint?: string;
  text: string;
  onTextChange: (text: string) => void;
  /** What the list is called. */
  listLabel: string;
  listClassName?: string;
  optionClassName: string;
  /** What is shown of what was found, the best first. */
  items: readonly Item[];
  /** What tells one from all others. */
  keyOf: (item: Item) => string;
  /** The heading under which one stands, with those before and after it that have the same. */
  groupOf?: (item: Item) => string;
  show: (item: Item) => ReactNode;
  onChoose: (item: Item) => void;
  /** Enter, where there is nothing. */
  onNone?: () => void;
  news: string;
  /** What stands between the field and the list. */
  children?: ReactNode;
  ref?: RefObject<HTMLInputElement | null>;
}

/**
 * A field in a dialog, and a list of what is found by typing. The field keeps the focus: Up, Down, Home and End mark
 * one of the list, Enter takes it. Escape is the dialog's
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { items, keyOf, groupOf, text, onTextChange, onChoose, onNone, ref } = props;
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  // It stays with an item, not with a place: what comes later does not slip under Enter.
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const list = useId();
  const hint = useId();
  const found = items.findIndex((item) => keyOf(item) === activeKey);
  const active = found === -1 ? 0 : found;
  const optionId = (index: number) => `${list}-${index}`;

  const isTouched = activeKey !== null || text !== '';
  useEffect(() => {
    if (isTouched) document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, active, isTouched]);

  function choose(item: Item) {
    setActiveKey(null);
    field.current?.focus();
    onChoose(item);
  }

  function act(event: KeyboardEvent) {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return;
    if (key === 'Enter') {
      const item = items[active];
      if (item) choose(item);
      else onNone?.();
    } else {
      const to = placeBy(key, active, items.length);
      const item = to === null ? undefined : items[to];
      if (!item) return;
      setActiveKey(keyOf(item));
    }
    event.preventDefault();
  }

  return (
    <div className="grid gap-2">
      <input
        {...firstFocus}
        ref={field}
        type="text"
        role="combobox"
        aria-label={props.label}
        aria-describedby={props.hint ? hint : undefined}
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        className="input w-full"
        maxLength={limits.searchCharacters}
        value={text}
        onChange={(event) => {
          setActiveKey(null);
          onTextChange(event.target.value);
        }}
        onKeyDown={act}
      />
      {props.hint && (
        <p id={hint} className="field-hint">
          {props.hint}
        </p>
      )}
      {props.children}
      <div
        id={list}
        role="listbox"
        aria-label={props.listLabel}
        className={classNames('grid gap-1 empty:hidden', props.listClassName)}
      >
        {items.map((item, index) => {
          const key = keyOf(item);
          const group = groupOf?.(item);
          const before = items[index - 1];
          return (
            <Fragment key={key}>
              {group !== undefined && group !== (before && groupOf?.(before)) && (
                <p role="presentation" className="px-3 pt-2 text-sm text-quiet">
                  {group}
                </p>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus */}
              <div
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={classNames(
                  'cursor-pointer rounded-field border',
                  props.optionClassName,
                  index === active ? 'border-primary bg-base-200' : 'border-transparent',
                )}
                onPointerMove={() => setActiveKey(key)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(item)}
              >
                {props.show(item)}
              </div>
            </Fragment>
          );
        })}
      </div>
      <p role="status" className="text-sm text-quiet">
        {props.news}
      </p>
    </div>
  );
}

/** @returns where a key leads in a list, which goes round; null when it leads nowhere */
function placeBy(key: string, active: number, count: number): number | null {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/**
 * @param found how many there are of what was asked for, and `shown` how many of them are in the list
 * @param noun what they are, one of them
 * @returns what a combobox says of them
 */
export function foundNews(found: number, shown: number, noun: string): string {
  const rest = shown < found ? ': type on to find the others' : '. Up and Down choose, Enter takes one';
  return `${counted(found, noun)}${rest}.`;
}
