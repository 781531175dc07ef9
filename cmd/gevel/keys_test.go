package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

type closedPipe struct{ io.Writer }

func (closedPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestASecretThatCannotBePrintedSaysWhatToDo(t *testing.T) {
	c := &console{stdout: closedPipe{}}
	err := c.printSecret(gevel.Key{ID: "key_1"}, "gvl_secret", false)
	if err == nil || !strings.Contains(err.Error(), "gevel keys rotate key_1") ||
		strings.Contains(err.Error(), "gvl_secret") {
		t.Errorf("got %v, want advice to rotate, without the secret", err)
	}
}
