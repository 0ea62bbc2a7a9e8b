/** Another value makes every file be read again: raise it when a reader sees more than it did. */
export const readersVersion = '1';
