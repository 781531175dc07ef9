// Package api is the online side: it answers the five endpoints of the service
// over HTTP from one edition in memory, and describes them in OpenAPI.
//
// A request goes request id, log and metrics, shedding, route, key, then
// parse, ask, render. Each handler returns an answer or an error; one place
// writes both.
package api
