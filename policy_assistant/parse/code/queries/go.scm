(function_declaration name: (_) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner)) name: (_) @name) @function
(type_spec name: (_) @name) @class
(type_alias name: (_) @name) @class
(type_declaration) @outer
(source_file (const_declaration (const_spec name: (_) @name) @constant))
(source_file (const_declaration) @outer)
(comment) @above
