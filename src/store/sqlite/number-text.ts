/** Numbers separated by commas (`3,17,204`), parsed without creating a string for each. */
export function numbersIn(list: string): Uint32Array {
  if (list === '') return new Uint32Array(0)
  let commas = 1
  for (let i = 0; i < list.length; i++) if (list.charCodeAt(i) === COMMA) commas++
  const numbers = new Uint32Array(commas)
  let at = 0
  let value = 0
  for (let i = 0; i < list.length; i++) {
    const code = list.charCodeAt(i)
    if (code === COMMA) {
      numbers[at++] = value
      value = 0
    } else value = value * 10 + code - ZERO
  }
  numbers[at] = value
  return numbers
}

const COMMA = 44
const ZERO = 48
