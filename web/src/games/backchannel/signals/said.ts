/** What a line of the log says that somebody said, without who said it to whom. */
export const said = (line: string): string => /[“„](.+)[”“]/s.exec(line)?.[1] ?? line;
