{{/* What objects are called. */}}
{{- define "gevel.name" -}}
{{- $both := printf "%s-%s" .Release.Name (.Values.nameOverride | default "") }}
{{- .Values.fullnameOverride | default (contains (.Values.nameOverride | default "") .Release.Name | ternary .Release.Name $both) }}
{{- end }}

{{/* A number or yes or no as a text, without 1e+06. */}}
{{- define "gevel.text" -}}
{{ kindIs "string" . | ternary . (toJson .) }}
{{- end }}

{{/* Texts by name, of which values may be numbers. */}}
{{- define "gevel.texts" -}}
{{- range $name, $value := . }}
{{ $name }}: {{ include "gevel.text" $value | quote }}
{{- end }}
{{- end }}

{{- define "gevel.env" -}}
{{- range . }}
- {{ hasKey . "value" | ternary (merge (dict "value" (include "gevel.text" .value)) .) . | toYaml | nindent 2 | trim }}
{{- end }}
{{- end }}

{{/* What the pods of service and build have alike. */}}
{{- define "gevel.image" -}}
{{- $tag := include "gevel.text" (.Values.image.tag | default .Chart.AppVersion) }}
image: {{ not (empty .Values.image.digest) | ternary (printf "%s@%s" .Values.image.repository .Values.image.digest) (printf "%s:%s" .Values.image.repository $tag) | quote }}
{{- with .Values.image.pullPolicy }}
imagePullPolicy: {{ . }}
{{- end }}
{{- end }}

{{- define "gevel.placement" -}}
{{- if or .Values.serviceAccount.create .Values.serviceAccount.name }}
serviceAccountName: {{ .Values.serviceAccount.name | default (include "gevel.name" .) }}
{{- end }}
{{- range $name := list "imagePullSecrets" "nodeSelector" "tolerations" "affinity" }}
{{- with index $.Values $name }}
{{ $name }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}
