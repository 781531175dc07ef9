// Package nights lives through years of operation: a simulated operator with a seed and a clock of its own has a small town's
// sales delivered, builds, publishes and serves, night after night, by the real commands in processes of their own, while
// dice choose what goes wrong. Each night it checks what must always be true.
//
//	go test -timeout 0 ./internal/testing/nights -seed 7 -nights 400
//
// repeats a life; a life that ends early names the nights and the troubles that suffice for it. docs/reference/nights.md
// says what was lived through.
package nights
