/** Makes an element with a class and a text. */
export const newElement = (tag: 'p' | 'span', className: string, textContent = '') =>
  Object.assign(document.createElement(tag), { className, textContent })
