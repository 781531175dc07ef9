// Package register merges what the sources say of homes: the register of addresses and
// buildings, and what else registers hold. One table of precedence says which source wins;
// every characteristic keeps where it comes from.
package register
