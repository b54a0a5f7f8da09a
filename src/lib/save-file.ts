export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next task, the browser has taken the data to save.
  setTimeout(() => URL.revokeObjectURL(address));
}
