// Shows the description of this very server. Without a validatorUrl and with the
// base layout the page asks no other host for anything.
SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  layout: "BaseLayout",
  presets: [SwaggerUIBundle.presets.apis],
  defaultModelsExpandDepth: 0,
  // The key stays in this page: it is not written to the browser's storage.
  persistAuthorization: false,
});
