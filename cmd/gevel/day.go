// Days in flags, spelled as files spell them.

package main

import (
	"reflect"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// daysAsInFiles has flags of days read by the reader of files.
func daysAsInFiles() kong.Option {
	return kong.TypeMapper(reflect.TypeFor[*gevel.Date](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto("day", &text); err != nil {
			return err
		}
		day, err := spelling.Day(text, spelling.UnknownOrder)
		if err != nil {
			return err
		}
		target.Set(reflect.ValueOf(&day))
		return nil
	}))
}
