// Lint rules for the page's JavaScript.
import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['assets/vendored/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['assets/*.js'],
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-implicit-globals': 'error',
      'no-restricted-properties': ['error', { property: 'innerHTML', message: 'Text from an answer must never become markup.' }],
      'max-lines': ['error', 400],
    },
  },
  { files: ['*.mjs', 'tests/*.mjs'], languageOptions: { globals: globals.node } },
];
