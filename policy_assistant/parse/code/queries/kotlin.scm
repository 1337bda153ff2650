(class_declaration name: (_) @name) @class
(object_declaration name: (_) @name) @class
(type_alias type: (_) @name) @class
(function_declaration name: (_) @name (function_body)) @function
(secondary_constructor "constructor" @name) @function
(anonymous_initializer "init" @name) @function
(property_declaration (variable_declaration . (identifier) @name) (getter)) @function
(property_declaration (modifiers (property_modifier) @_how) (variable_declaration . (identifier) @name)
  (#has? @_how "const")) @constant
(source_file (property_declaration (variable_declaration . (identifier) @upper)) @constant)
(line_comment) @above
(block_comment) @above
