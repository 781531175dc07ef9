//go:build !linux

package tempfile

import (
	"errors"
	"os"
)

func createUnnamed(string) (*os.File, error) { return nil, errors.ErrUnsupported }
